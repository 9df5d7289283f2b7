import { createReadStream } from 'node:fs'
import { AssayError } from '../../kernel/error.ts'
import { systemIds } from '../../kernel/ids.ts'
import { plainJson } from '../../kernel/plain-text.ts'
import { type Imported, importRun } from '../../run/import-run.ts'
import { defaultLeaseTtlMs } from '../../run/lease.ts'
import { thisOwner } from '../../run/owner.ts'
import { readArguments } from '../arguments.ts'
import type { Command } from '../command.ts'
import { fileFailed } from '../file-failed.ts'
import { openStore, storePlace } from '../store-place.ts'
import { count } from '../terminal/figures.ts'

/** `import FILE`: brings an exported run into the store. */
export const importCommand: Command = (given) => {
  const { operands, texts, switches } = readArguments(given, {
    operands: ['FILE'],
    texts: ['store'],
    switches: ['json'],
  })
  const [path = ''] = operands
  const place = storePlace(texts['store'])
  return async (output) => {
    const store = openStore(place)
    const terms = { owner: thisOwner(systemIds.uuid()), leaseTtlMs: defaultLeaseTtlMs }
    try {
      const imported = await importRun(store, () => textOf(path), terms)
      output.result(switches.has('json') ? plainJson(imported, 2) : sentence(imported))
      for (const line of losses(imported)) output.note(line)
      return 0
    } finally {
      await store.close()
    }
  }
}

async function* textOf(path: string): AsyncGenerator<string> {
  try {
    yield* createReadStream(path, 'utf8') as AsyncIterable<string>
  } catch (cause) {
    throw AssayError.is(cause) ? cause : fileFailed('read', path, cause)
  }
}

function sentence({ runId, entries, blobs }: Imported): string {
  return `${runId}: ${count(entries, 'entry', 'entries')}, ${count(blobs, 'blob')} imported`
}

/** What a torn end lost. */
function losses({ tornLine, missing }: Imported): readonly string[] {
  return [
    ...(tornLine === undefined ? [] : [`Line ${tornLine} was half-written and was cut off.`]),
    ...(missing === undefined
      ? []
      : [`The export ends early: ${count(missing, 'entry', 'entries')} missing.`]),
  ]
}
