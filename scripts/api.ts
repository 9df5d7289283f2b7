/**
 * Holds the public API to its committed reports, one a door under `api/`. A difference fails;
 * `npm run api` (`--local`) writes the reports anew.
 */
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { Extractor, ExtractorConfig, ExtractorLogLevel } from '@microsoft/api-extractor'
import { type Door, readDoors } from './doors.ts'

const isLocal = process.argv.includes('--local')
const doors = readDoors()
mkdirSync('api', { recursive: true })

const unbuilt = doors.filter((door) => !existsSync(door.declarations))
if (unbuilt.length > 0) {
  console.error(`Not built: ${unbuilt.map((door) => door.declarations).join(', ')}`)
  process.exit(1)
}

const changed = doors.filter((door) => !reportMatches(door)).map((door) => door.subpath)
const stray = readdirSync('api').filter((file) => !doors.some((door) => door.report === file))

if (changed.length > 0) {
  console.error(`API changed at ${changed.join(', ')}: run "npm run api" and review the difference`)
}
if (stray.length > 0) console.error(`Reports of no door: ${stray.join(', ')}`)
process.exitCode = changed.length > 0 || stray.length > 0 ? 1 : 0

function reportMatches({ declarations, report }: Door): boolean {
  const config = ExtractorConfig.prepare({
    configObject: {
      projectFolder: process.cwd(),
      mainEntryPointFilePath: resolve(declarations),
      compiler: { tsconfigFilePath: resolve('tsconfig.build.json') },
      apiReport: {
        enabled: true,
        reportFileName: report,
        reportFolder: resolve('api'),
        reportTempFolder: resolve('.api-tmp'),
      },
      docModel: { enabled: false },
      dtsRollup: { enabled: false },
      newlineKind: 'lf',
      messages: {
        compilerMessageReporting: { default: { logLevel: ExtractorLogLevel.Error } },
        extractorMessageReporting: {
          default: { logLevel: ExtractorLogLevel.Warning, addToApiReportFile: true },
          'ae-missing-release-tag': { logLevel: ExtractorLogLevel.None },
        },
        tsdocMessageReporting: { default: { logLevel: ExtractorLogLevel.None } },
      },
    },
    configObjectFullPath: undefined,
    packageJsonFullPath: resolve('package.json'),
  })
  return Extractor.invoke(config, { localBuild: isLocal, showVerboseMessages: false }).succeeded
}
