import { verifyJournal } from '../../run/verify.ts'
import { readArguments } from '../arguments.ts'
import type { Command } from '../command.ts'
import { openToRead, storePlace } from '../store-place.ts'
import { count } from '../terminal/figures.ts'
import { plainJson } from '../../kernel/plain-text.ts'

/** `verify RUN`: checks the hash chain of a journal and the hash of every blob. */
export const verify: Command = (given) => {
  const { operands, texts, switches } = readArguments(given, {
    operands: ['RUN'],
    texts: ['store'],
    switches: ['json'],
  })
  const [runId = ''] = operands
  const place = storePlace(texts['store'])
  return async (output) => {
    const store = openToRead(place)
    try {
      const found = await verifyJournal(store, runId)
      if (switches.has('json')) output.result(plainJson(found, 2))
      else if (found.ok) {
        const entries = count(found.entries, 'entry', 'entries')
        output.result(`${runId}: ${entries}, ${count(found.blobs, 'blob')}, all sound`)
      } else output.result(`${runId}: broken at entry ${found.seq}: ${found.reason}`)
      return found.ok ? 0 : 1
    } finally {
      await store.close()
    }
  }
}
