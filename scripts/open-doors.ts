/** Imports the built package through each of its doors, under whichever Node runs this. */
import { readDoors } from './doors.ts'

for (const { subpath } of readDoors()) {
  const name = subpath.replace(/^\./, 'assay')
  const names = Object.keys((await import(name)) as object)
  if (names.length === 0) throw new Error(`"${name}" exports nothing`)
  console.log(`${name} on Node ${process.version}: ${names.length} names`)
}
