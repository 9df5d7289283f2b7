import { defineWorkflow, type Workflow } from 'assay'

/** Hands back its arguments. */
export const echo: Workflow<unknown, unknown> = defineWorkflow(
  { name: 'echo' },
  async (_, args) => args,
)

/** Fails. */
export const failing: Workflow<undefined, never> = defineWorkflow({ name: 'failing' }, () =>
  Promise.reject(new Error('no \u001b[31mred\u001b[0m today')),
)
