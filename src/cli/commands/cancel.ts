import { createEngine } from '../../engine/create-engine.ts'
import { readArguments } from '../arguments.ts'
import type { Command } from '../command.ts'
import { openToRead, storePlace } from '../store-place.ts'

/** `cancel RUN [REASON]`: ends a run, whoever drives it. */
export const cancel: Command = (given) => {
  const { operands, texts } = readArguments(given, {
    operands: ['RUN'],
    optional: ['REASON'],
    texts: ['store'],
  })
  const [runId = '', reason] = operands
  const place = storePlace(texts['store'])
  return async (output) => {
    const engine = createEngine({ store: openToRead(place) })
    try {
      const cancelled = await engine.cancel(runId, reason ?? 'asked on the command line')
      if (cancelled.ok) {
        output.note(`${runId} is cancelled.`)
        return 0
      }
      const why = cancelled.reason === 'settled' ? 'The run has settled' : 'There is no such run'
      output.note(`assay cancel: ${why} (${cancelled.reason})`)
      return 1
    } finally {
      await engine.close()
    }
  }
}
