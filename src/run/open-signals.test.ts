import { describe, expect, it } from 'vitest'
import { genesis, type SignalAwaited } from '../journal/entry.ts'
import { type OpenSignal, OpenSignals } from './open-signals.ts'
import { SignalFold } from './signal-fold.ts'

const base = { at: 0, prev: genesis }
const awaited: SignalAwaited = {
  ...base,
  type: 'signal-awaited',
  seq: 2,
  scope: '',
  key: 'k',
  ordinal: 0,
  name: 'key',
  deadlineAt: 100,
}
const message = { id: 'm', at: 50, body: '' }
const body = { kind: 'signal', awaited: 2, value: 'yes' } as const

function scene(): { fold: SignalFold; signals: OpenSignals; signal: OpenSignal; told: unknown[] } {
  const fold = new SignalFold()
  fold.add(awaited)
  const told: unknown[] = []
  const signal: OpenSignal = {
    awaited,
    accept: async (value) =>
      value === 'yes' ? { ok: true, value } : { ok: false, issues: ['no'] },
    answer: (value, messageId) => void told.push(['answer', value, messageId]),
    refuse: (value, messageId, issues) => void told.push(['refuse', value, messageId, issues]),
  }
  return { fold, signals: new OpenSignals(fold), signal, told }
}

describe('OpenSignals.take()', () => {
  it('leaves a message for a signal that the code has not come to yet', async () => {
    const { signals, signal, told } = scene()
    expect(await signals.take(message, body)).toBe(false)
    signals.open(signal)
    expect(await signals.take(message, body)).toBe(true)
    expect(told).toEqual([['answer', 'yes', 'm']])
  })

  it('tells what it refuses, and goes on waiting', async () => {
    const { signals, signal, told } = scene()
    signals.open(signal)
    expect(await signals.take(message, { ...body, value: 'no' })).toBe(true)
    expect(told).toEqual([['refuse', 'no', 'm', ['no']]])
    expect(signals.isOpen(signal)).toBe(true)
  })

  it('does away with a message that is late, known, or for a signal that has ended', async () => {
    const late = scene()
    late.signals.open(late.signal)
    expect(await late.signals.take({ ...message, at: 100 }, body)).toBe(true)
    const known = scene()
    const received = { type: 'signal-received', awaited: 2, value: {}, messageId: 'm' } as const
    known.fold.add({ ...base, ...received, seq: 3 })
    expect(await known.signals.take(message, body)).toBe(true)
    expect(await known.signals.take({ ...message, id: 'other' }, body)).toBe(true)
    expect([late.told, known.told]).toEqual([[], []])
  })

  it('takes nothing once it was stopped, even while a value is judged', async () => {
    const { signals, signal, told } = scene()
    signals.open(signal)
    const taking = signals.take(message, body)
    signals.stop()
    expect(await taking).toBe(false)
    expect(told).toEqual([])
  })
})
