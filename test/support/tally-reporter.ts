import type { Reporter, TestModule, TestRunEndReason, TestSpecification } from 'vitest/node'

interface Tally {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}

/**
 * Closes a run with one plain line that any CI can read: `N passed, N failed`, and `, N skipped`
 * where tests were skipped.
 *
 * Invariants
 *   T1  What did not run to its end counts as failed: a module that does not load or never
 *       reported, a suite whose hook broke, a test still pending, an error outside any test.
 *   T2  A run that was interrupted or held no test is never green: at least one failure is counted.
 */
export default class TallyReporter implements Reporter {
  #planned = 0

  onTestRunStart(specifications: readonly TestSpecification[]): void {
    this.#planned = new Set(specifications.map((specification) => specification.moduleId)).size
  }

  onTestRunEnd(
    modules: readonly TestModule[],
    unhandled: readonly unknown[],
    reason: TestRunEndReason,
  ): void {
    const silent = Math.max(0, this.#planned - new Set(modules.map((each) => each.moduleId)).size)
    const counts = modules.map(tallyOf)
    const passed = sum(counts.map((each) => each.passed))
    const skipped = sum(counts.map((each) => each.skipped))
    const failed = sum(counts.map((each) => each.failed)) + unhandled.length + silent
    const isGreen = reason === 'passed' && passed > 0
    console.log(
      `\n${tallyLine({ passed, failed: isGreen ? failed : Math.max(1, failed), skipped })}`,
    )
  }
}

function tallyOf(module: TestModule): Tally {
  const states = [...module.children.allTests()].map((test) => test.result().state)
  const count = (state: (typeof states)[number]): number =>
    states.filter((each) => each === state).length
  const brokenSuites = [...module.children.allSuites()].filter((suite) => suite.errors().length > 0)
  const isBroken = module.errors().length > 0 || module.state() === 'pending' || states.length === 0
  return {
    passed: count('passed'),
    failed: count('failed') + count('pending') + brokenSuites.length + (isBroken ? 1 : 0),
    skipped: count('skipped'),
  }
}

function tallyLine({ passed, failed, skipped }: Tally): string {
  const line = `${passed} passed, ${failed} failed`
  return skipped > 0 ? `${line}, ${skipped} skipped` : line
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
