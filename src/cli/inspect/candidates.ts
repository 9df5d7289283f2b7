import type { RejectedFinishCandidate } from '../../journal/rejected-finish-candidate.ts'
import { AssayError, invalidArgument } from '../../kernel/error.ts'
import type { JournalStore } from '../../store/journal-store.ts'
import { plainLine } from '../../kernel/plain-text.ts'

/** Rejected candidates for people: a line each, then what each validator said. Pure. */
export function candidateLines(rows: readonly RejectedFinishCandidate[]): readonly string[] {
  return rows.flatMap(({ hash, verdict, chars, failed, ref, bytesUnavailableReason }, at) => {
    const kept =
      ref === undefined ? `not retained: ${bytesUnavailableReason ?? 'not asked'}` : 'retained'
    return [
      `${at + 1}  ${hash.slice(0, 12)}  ${verdict}  ${chars} characters, ${kept}`,
      ...failed.flatMap(({ name, reasons }) =>
        reasons.map((reason) => `   ${plainLine(`${name}: ${reason}`)}`),
      ),
    ]
  })
}

/**
 * Finds a candidate by its number, counted from 1, or by the start of its hash.
 *
 * Pure.
 *
 * @throws {AssayError} `invalid-argument` if none or more than one is meant.
 */
export function candidateNamed(
  name: string,
  rows: readonly RejectedFinishCandidate[],
): RejectedFinishCandidate {
  const numbered = /^\d{1,3}$/.test(name) ? rows[Number(name) - 1] : undefined
  if (numbered !== undefined) return numbered
  const alike = rows.filter(({ hash }) => hash.startsWith(name))
  const [first] = alike
  if (first !== undefined && alike.every(({ hash }) => hash === first.hash)) return first
  const expected = `the number of one of ${rows.length} rejected candidates, or the start of its hash`
  throw invalidArgument('--diff', name, expected)
}

/**
 * Reads a candidate that was retained.
 *
 * @throws {AssayError} `blob-missing` if it was not, or is gone.
 */
export async function candidateText(
  { hash, ref }: RejectedFinishCandidate,
  store: JournalStore,
): Promise<string> {
  const bytes = ref === undefined ? undefined : await store.getBlob(ref)
  if (bytes !== undefined) return new TextDecoder().decode(bytes)
  const message = `The text of candidate ${hash.slice(0, 12)} was not retained`
  throw new AssayError('blob-missing', message, { hash: ref ?? hash })
}
