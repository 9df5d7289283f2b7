import { createEngine } from '../../engine/create-engine.ts'
import { invalidArgument } from '../../kernel/error.ts'
import type { Json } from '../../kernel/json.ts'
import type { SignalAnswer } from '../../run/send-signal.ts'
import { readArguments } from '../arguments.ts'
import type { Command } from '../command.ts'
import { openToRead, storePlace } from '../store-place.ts'

/** `signal RUN KEY JSON`: answers a signal that a run waits for. */
export const signal: Command = (given) => {
  const { operands, texts } = readArguments(given, {
    operands: ['RUN', 'KEY', 'JSON'],
    texts: ['store'],
  })
  const [runId = '', key = '', text = ''] = operands
  const value = readJson(text)
  const place = storePlace(texts['store'])
  return async (output) => {
    const engine = createEngine({ store: openToRead(place) })
    try {
      const answer = await engine.signal(runId, key, value)
      if (answer.ok) {
        output.note(`Answered. If nothing drives the run: assay resume ${runId}${place.flag}`)
        return 0
      }
      output.note(`assay signal: ${refusals[answer.reason]} (${answer.reason})`)
      return 1
    } finally {
      await engine.close()
    }
  }
}

type Reason = Extract<SignalAnswer, { ok: false }>['reason']

const refusals: Readonly<Record<Reason, string>> = {
  'unknown-run': 'There is no such run',
  'not-awaited': 'The run does not wait for this signal',
  'already-answered': 'The signal was answered before',
  settled: 'The run has settled',
  invalid: 'The value does not fit what is asked for; nothing changed',
}

function readJson(text: string): Json {
  try {
    return JSON.parse(text) as Json
  } catch {
    throw invalidArgument('JSON', text, 'JSON; a text needs quotes inside: \'"yes"\'')
  }
}
