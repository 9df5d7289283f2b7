/** A finish candidate that the declared contract did not accept. */
export interface RejectedFinishCandidate {
  /** The finish tool call that this candidate arrived on. */
  readonly callId: string
  /** `repair` when another turn was granted, `rejected` when this was the last. */
  readonly verdict: 'repair' | 'rejected'
  /** SHA-256 over the canonical JSON of the candidate: identity, not location. */
  readonly hash: string
  /** Length of the canonical text in UTF-16 units, whether or not the bytes were retained. */
  readonly chars: number
  /** Each validator that rejected it, with its reasons. */
  readonly failed: readonly { readonly name: string; readonly reasons: readonly string[] }[]
  /** Blob that holds the candidate verbatim; only where retention was declared and succeeded. */
  readonly ref?: string
  /** Why declared bytes are not there. */
  readonly bytesUnavailableReason?: 'hash-only-persistence' | 'store-write-failed'
}
