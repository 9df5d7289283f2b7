import { invalidArgument } from './error.ts'

const points = [
  'lease-taken',
  'append-before',
  'append-after',
  'dispatch-before',
  'dispatch-after',
  'message-posted',
  'message-taken',
  'suspend-before',
  'suspend-after',
  'settle-before',
  'settle-after',
  'report-before',
  'report-after',
] as const

type CrashPoint = (typeof points)[number]

/**
 * Every crash point, in the order in which a run first passes them. A process that is started with
 * `ASSAY_CRASH_AT=<point>[:n]` kills itself (SIGKILL) when it passes that point for the n-th time,
 * counted from 1; with `:n:stop` it stops itself there (SIGSTOP), until it is continued. Where
 * nothing is armed, a point costs one comparison.
 *
 * Pure.
 *
 * @returns The names that `ASSAY_CRASH_AT` accepts.
 */
export function crashPoints(): readonly string[] {
  return points
}

const armed = parse(process.env['ASSAY_CRASH_AT'])
let passed = 0

/** Kills the process here if this point is armed. Live. */
export function crashPoint(point: CrashPoint): void {
  if (point !== armed?.point) return
  passed += 1
  if (passed === armed.count) process.kill(process.pid, armed.signal)
}

interface Armed {
  readonly point: string
  readonly count: number
  readonly signal: 'SIGKILL' | 'SIGSTOP'
}

function parse(text: string | undefined): Armed | undefined {
  if (text === undefined || text === '') return undefined
  const [point = '', count = '1', deed = 'kill'] = text.split(':')
  const isKnown = crashPoints().includes(point) && ['kill', 'stop'].includes(deed)
  if (!isKnown || !/^[1-9]\d*$/.test(count)) {
    throw invalidArgument(
      'ASSAY_CRASH_AT',
      text,
      `one of ${points.join(', ')}, then ":n" or ":n:stop"`,
    )
  }
  return { point, count: Number(count), signal: deed === 'stop' ? 'SIGSTOP' : 'SIGKILL' }
}
