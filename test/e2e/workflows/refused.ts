import { defineWorkflow, type OrchestrateResult, type Workflow } from 'assay'

const never = {
  name: 'never',
  validate: () =>
    ({ ok: false, reasons: ['"The lag was 28 s" is not wanted [lag.md:1]'] }) as const,
}

/** An orchestration whose results a validator never accepts. */
export const refused: Workflow<undefined, OrchestrateResult> = defineWorkflow(
  { name: 'refused' },
  (ctx) =>
    ctx.orchestrate('What was the lag?', {
      finishValidation: { validators: [never], maxRepairs: 1, retainRejectedCandidates: true },
    }),
)
