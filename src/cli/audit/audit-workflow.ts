import { basename } from 'node:path'
import { folderTools } from '../../agent/folder-tools/folder-tools.ts'
import type { Profiles } from '../../agent/profile.ts'
import { defineWorkflow, type Workflow } from '../../engine/workflow.ts'
import type { PartialSnapshot } from '../../evidence/snapshot.ts'
import { citationTargetsValidator } from '../../evidence/validators/citation-targets.ts'
import { citedValueValidator } from '../../evidence/validators/cited-value.ts'
import { citedWordsValidator } from '../../evidence/validators/cited-words.ts'
import { quoteValidator } from '../../evidence/validators/quote.ts'
import { requiredSectionsValidator } from '../../evidence/validators/required-sections.ts'
import type { WorkflowSource } from '../../journal/entry.ts'
import { canonicalJson } from '../../kernel/canonical-json.ts'
import type { OrchestrateOptions } from '../../orchestrator/options.ts'
import type { OrchestrateResult } from '../../orchestrator/envelope.ts'
import { reader } from '../prompts/audit.ts'
import type { AuditArguments } from './audit-arguments.ts'
import { goalOf } from './goal.ts'
import { type Reach, reachOf, reachSection } from './reach.ts'

/** What an audit hands out. */
export interface AuditResult {
  /** The report, as it is to be written. */
  readonly report: string
  readonly reach: Reach
  /** What the orchestration said of its result. */
  readonly verdict: OrchestrateResult['verdict']
  readonly degradedReasons: readonly string[]
}

/** What stands in the journal of an audit in place of a module: this command line is its code. */
export const auditSource: WorkflowSource = { module: 'assay:audit', exportName: 'audit' }

/** The agents that an audit sends out. */
export function auditProfiles(folder: string): Profiles {
  return { reader: { ...reader, tools: folderTools(folder) } }
}

/**
 * The audit of a folder: what can be read of it, then an orchestration whose report must pass the
 * checks.
 *
 * @param snapshot The folder as this process found it: what citations are checked against.
 */
export function auditWorkflow(snapshot: PartialSnapshot): Workflow<AuditArguments, AuditResult> {
  return defineWorkflow({ name: 'audit' }, async (ctx, args: AuditArguments) => {
    const { folder, questions, brief, model } = args
    const name = basename(folder)
    const reach = await ctx.phase('survey', () =>
      ctx.step('survey', () => Promise.resolve(reachOf(snapshot)), { deps: folder }),
    )
    const { result, verdict, degradedReasons } = await ctx.phase('report', () =>
      ctx.orchestrate(goalOf(name, questions, brief), contractFor(questions, snapshot)),
    )
    const body = typeof result === 'string' ? result : canonicalJson(result)
    const report = `${body.trimEnd()}\n\n${reachSection(reach, { folder: name, model })}\n`
    return { report, reach, verdict, degradedReasons }
  })
}

/** A whole answer fits into what the coordinator is shown of a child. */
const answerChars = 60_000

function contractFor(questions: readonly string[], snapshot: PartialSnapshot): OrchestrateOptions {
  return {
    profiles: ['reader'],
    renderBudgetChars: answerChars,
    limits: { maxTurns: 200 },
    finishValidation: {
      validators: [
        requiredSectionsValidator({ sections: questions.map((question) => `## ${question}`) }),
        citationTargetsValidator({ snapshot }),
        citedValueValidator({ snapshot }),
        quoteValidator({ snapshot }),
        citedWordsValidator({ snapshot }),
      ],
      maxRepairs: 2,
      retainRejectedCandidates: true,
    },
  }
}
