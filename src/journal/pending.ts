/** One thing from outside, or one moment, that a run waits for. */
export type Pending =
  | {
      readonly kind: 'signal' | 'approval'
      /** What it is answered under. */
      readonly key: string
      readonly prompt?: string
      /** Epoch ms until which an answer is taken. */
      readonly deadlineAt?: number
      /** The child run that waits, where it is not the run itself: that one is answered. */
      readonly runId?: string
    }
  | {
      readonly kind: 'timer'
      /** Epoch ms. */
      readonly dueAt: number
      readonly runId?: string
    }
