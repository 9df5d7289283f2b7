import { open, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { crashPoint } from '../../kernel/crash-point.ts'
import { fileFailed } from '../file-failed.ts'

/**
 * Writes a report as a whole or not at all: beside its place first, then renamed into it.
 *
 * Durable: the bytes are on the disk before the name is.
 *
 * @throws {AssayError} `file-failed`; a report that was there before is then as it was.
 */
export async function writeReport(path: string, text: string): Promise<void> {
  const beside = join(dirname(path), `.${basename(path)}.${process.pid}.part`)
  crashPoint('report-before')
  try {
    const file = await open(beside, 'w')
    try {
      await file.writeFile(text)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(beside, path)
  } catch (error) {
    await rm(beside, { force: true })
    throw fileFailed('written', path, error)
  }
  crashPoint('report-after')
}
