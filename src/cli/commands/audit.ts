import { readFile, stat } from 'node:fs/promises'
import { dirname, relative, resolve, sep } from 'node:path'
import { invalidArgument } from '../../kernel/error.ts'
import { readArguments } from '../arguments.ts'
import type { AuditArguments } from '../audit/audit-arguments.ts'
import { auditSource } from '../audit/audit-workflow.ts'
import { questionsIn } from '../audit/questions.ts'
import { questionsOf } from '../audit/goal.ts'
import { prepareAudit, runAudit } from '../audit/run-audit.ts'
import type { Command } from '../command.ts'
import { readBudget } from '../budget.ts'
import { openStore, storePlace } from '../store-place.ts'
import { plainLine } from '../../kernel/plain-text.ts'

/** `audit FOLDER`: answers questions from a folder with a report whose every sentence is cited. */
export const audit: Command = async (given) => {
  const { operands, texts, switches } = readArguments(given, {
    operands: ['FOLDER'],
    texts: ['questions', 'brief', 'out', 'budget', 'model', 'store'],
    switches: ['strict'],
  })
  const [folder = ''] = operands
  const { questions, brief, model = 'embedded:reader' } = texts
  const budget = readBudget(texts['budget'])
  const asked = questions === undefined ? undefined : await readQuestions(questions)
  const args: AuditArguments = {
    folder: await readFolder(folder),
    questions: questionsOf(asked, brief),
    ...(brief !== undefined && { brief }),
    out: await readOut(texts['out'] ?? 'report.md'),
    model,
    strict: switches.has('strict'),
  }
  const place = storePlace(texts['store'])
  const prepared = await prepareAudit(args, openStore(place), place)
  if (prepared.snapshot.paths().length === 0) {
    throw invalidArgument('FOLDER', folder, 'a folder with at least one text file that can be read')
  }
  const sources = await sourcesAmong(
    [...(questions === undefined ? [] : [questions]), args.out],
    args,
  )
  return async (output) => {
    for (const path of sources) {
      output.note(`Note: ${plainLine(path)} lies in the folder and is read as one of its sources.`)
    }
    return runAudit(
      prepared,
      ({ engine, workflow }) => engine.run(workflow, args, { ...budget, source: auditSource }),
      output,
    )
  }
}

async function readFolder(given: string): Promise<string> {
  const folder = resolve(given)
  const found = await stat(folder).catch(() => undefined)
  if (found === undefined) throw invalidArgument('FOLDER', given, 'a folder that is there')
  if (!found.isDirectory()) throw invalidArgument('FOLDER', given, 'a folder and not a file')
  return folder
}

async function readQuestions(file: string): Promise<readonly string[]> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw invalidArgument('--questions', file, `a file that can be read (${error.code ?? ''})`)
  })
  const questions = questionsIn(text)
  if (questions.length > 0) return questions
  const expected = 'a Markdown file with a list item or heading that ends in "?"'
  throw invalidArgument('--questions', file, expected)
}

async function readOut(given: string): Promise<string> {
  const out = resolve(given)
  const folder = await stat(dirname(out)).catch(() => undefined)
  if (folder?.isDirectory() !== true) {
    throw invalidArgument('--out', given, 'a file in a folder that is there')
  }
  const found = await stat(out).catch(() => undefined)
  if (found?.isDirectory() === true)
    throw invalidArgument('--out', given, 'a file and not a folder')
  return out
}

/** Those of the files that the audit will meet in its folder. */
async function sourcesAmong(
  files: readonly string[],
  { folder }: AuditArguments,
): Promise<readonly string[]> {
  const found = await Promise.all(
    files.map(async (file) => {
      const way = relative(folder, resolve(file))
      const isInside = way !== '..' && !way.startsWith(`..${sep}`)
      const isThere = (await stat(file).catch(() => undefined)) !== undefined
      return isInside && isThere ? [file] : []
    }),
  )
  return found.flat()
}
