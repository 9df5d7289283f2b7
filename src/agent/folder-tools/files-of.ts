import { type Walk, walkFolder } from '../../snapshot/walk.ts'
import { type Place, placeOf } from './place.ts'

/**
 * The files that a tool's `path` stands for: those below a folder, or the one file.
 *
 * Live.
 *
 * @throws {AssayError} As `placeOf()` does.
 */
export async function filesOf(
  root: string,
  path: string | undefined,
  signal: AbortSignal,
): Promise<Walk & { readonly place: Place }> {
  const place = await placeOf(root, path ?? '.')
  if (place.kind === 'file') return { place, paths: [place.path], leftOut: [] }
  return { place, ...(await walkFolder(root, { under: place.path, signal })) }
}
