import { exportRun } from '../../run/export-run.ts'
import { readArguments } from '../arguments.ts'
import type { Command } from '../command.ts'
import { openToRead, storePlace } from '../store-place.ts'

/** `export RUN`: writes a run as lines of JSON, an entry a line, with its blobs. */
export const exportCommand: Command = (given) => {
  const { operands, texts } = readArguments(given, { operands: ['RUN'], texts: ['store'] })
  const [runId = ''] = operands
  const place = storePlace(texts['store'])
  return async (output) => {
    const store = openToRead(place)
    try {
      for await (const line of exportRun(store, runId)) {
        if (!output.isOpen) break
        output.result(line)
      }
      return 0
    } finally {
      await store.close()
    }
  }
}
