import { inertCode } from '../../evidence/anchors/inert-code.ts'
import type { PartialSnapshot, SkippedFile } from '../../evidence/snapshot.ts'
import { hashOf } from '../../kernel/hash.ts'
import { reach } from '../prompts/audit.ts'
import { count } from '../terminal/figures.ts'
import { escapedLine } from '../../kernel/plain-text.ts'

/** What an audit could read of its folder, as it was when the run began. */
export interface Reach {
  readonly files: number
  readonly skipped: readonly SkippedFile[]
  /** Over the paths and hashes of all files: another value means another folder. */
  readonly hash: string
}

/** Sums a snapshot up. Pure. */
export function reachOf(snapshot: PartialSnapshot): Reach {
  const paths = snapshot.paths()
  const hash = hashOf(paths.map((path) => [path, snapshot.hash(path) ?? null]))
  return { files: paths.length, skipped: snapshot.skipped, hash }
}

const mostNamed = 1_000

/**
 * The section of a report that says what was in reach of its model and what was not. Names of files
 * stand in a code block, where nothing in them is taken for Markdown or for a citation.
 *
 * Pure.
 */
export function reachSection(
  { files, skipped }: Reach,
  { folder, model }: { readonly folder: string; readonly model: string },
): string {
  const said = reach.all(count(files, 'text file'), inertCode(folder), model)
  if (skipped.length === 0) return `${reach.heading}\n\n${said}`
  const rows = skipped.slice(0, mostNamed).map(skippedLine)
  const rest = skipped.length - rows.length
  const list = [...rows, ...(rest > 0 ? [reach.more(rest)] : [])].join('\n')
  return [reach.heading, said, reach.left(skipped.length), `\`\`\`text\n${list}\n\`\`\``].join(
    '\n\n',
  )
}

/** A file that was not read, on one line, which is never the end of a code block. Pure. */
export function skippedLine({ path, reason }: SkippedFile): string {
  return escapedLine(`${path}: ${reason}`)
}
