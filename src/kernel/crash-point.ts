import { invalidArgument } from './error.ts'

const points = [
  'lease-taken',
  'append-before',
  'append-after',
  'dispatch-before',
  'dispatch-after',
  'settle-before',
  'settle-after',
  'report-before',
  'report-after',
] as const

type CrashPoint = (typeof points)[number]

/**
 * Every crash point, in the order in which a run first passes them. A process that is started with
 * `ASSAY_CRASH_AT=<point>[:n]` kills itself (SIGKILL) when it passes that point for the n-th time,
 * counted from 1. Where nothing is armed, a point costs one comparison.
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
  if (passed === armed.count) process.kill(process.pid, 'SIGKILL')
}

function parse(text: string | undefined): { point: string; count: number } | undefined {
  if (text === undefined || text === '') return undefined
  const [point = '', count = '1'] = text.split(':')
  if (!crashPoints().includes(point) || !/^[1-9]\d*$/.test(count)) {
    throw invalidArgument('ASSAY_CRASH_AT', text, `one of ${points.join(', ')}, then ":n" or not`)
  }
  return { point, count: Number(count) }
}
