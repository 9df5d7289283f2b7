/** Audits the bundled dossier; with arguments, whatever folder they name. */
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const dossier = resolve('examples/payments-outage')
const bundled = [dossier, '--questions', `${dossier}.questions.md`]
const given = process.argv.slice(2)

process.argv.splice(2, given.length, 'audit', ...(given.length > 0 ? given : bundled))
await import(pathToFileURL(resolve('dist/cli/main.js')).href)
