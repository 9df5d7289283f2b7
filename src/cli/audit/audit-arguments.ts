import type { Json } from '../../kernel/json.ts'

/** What an audit is started with, and resumed from: all that it needs, as JSON. */
export interface AuditArguments {
  readonly [name: string]: Json | undefined
  /** The folder, absolute. */
  readonly folder: string
  readonly questions: readonly string[]
  readonly brief?: string
  /** Where the report goes, absolute. */
  readonly out: string
  /** `provider:model`. */
  readonly model: string
  /** Whether a report that is only qualified counts as a failure. */
  readonly strict: boolean
}
