const [leastMajor, leastMinor] = [22, 18]

/**
 * What is wrong with a version of Node; `undefined` for one that runs this package.
 *
 * Pure.
 *
 * @param version As `process.version` says it.
 */
export function versionFault(version: string): string | undefined {
  const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number)
  if (major > leastMajor || (major === leastMajor && minor >= leastMinor)) return undefined
  return `assay needs Node ${leastMajor}.${leastMinor} or later; this is ${version}`
}
