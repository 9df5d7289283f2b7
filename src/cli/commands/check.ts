import { readFile, stat } from 'node:fs/promises'
import { checkReport } from '../../evidence/check-report.ts'
import { renderReportCheck } from '../../evidence/render-report-check.ts'
import { invalidArgument } from '../../kernel/error.ts'
import { folderResolver } from '../../snapshot/folder.ts'
import { missing, readArguments } from '../arguments.ts'
import type { Command } from '../command.ts'
import { plainJson } from '../../kernel/plain-text.ts'
import { verdictCode } from '../verdict-code.ts'

/** `check REPORT --root DIR`: checks a report against the files that it cites. */
export const check: Command = async (given) => {
  const { operands, texts, switches } = readArguments(given, {
    operands: ['REPORT'],
    texts: ['root'],
    switches: ['strict', 'json'],
    later: ['since', 'contract', 'sarif'],
  })
  const [report = ''] = operands
  const { root } = texts
  if (root === undefined) throw missing('--root')
  const found = await stat(root).catch(() => undefined)
  if (found?.isDirectory() !== true) throw invalidArgument('--root', root, 'a folder that is there')
  const text = await readReport(report)
  return async (output) => {
    const checked = await checkReport({ text, snapshot: await folderResolver(root) })
    if (switches.has('json')) output.result(plainJson(checked, 2))
    else output.result(renderReportCheck(checked).trimEnd())
    if (checked.verdict === 'qualified') output.note(qualified)
    return verdictCode(checked.verdict, switches.has('strict'))
  }
}

async function readReport(report: string): Promise<string> {
  const refused = (reason: string): Error =>
    invalidArgument('REPORT', report, `a file that can be read (${reason})`)
  const found = await stat(report).catch((error: NodeJS.ErrnoException) => {
    throw refused(error.code ?? error.message)
  })
  // A device may never end.
  if (found.isCharacterDevice() || found.isBlockDevice()) throw refused('it is a device')
  return readFile(report, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw refused(error.code ?? error.message)
  })
}

const qualified =
  'Warning: only qualified: the report cites nothing, or what no check could judge, or what moved.'
