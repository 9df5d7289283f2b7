import { defineConfig, type ViteUserConfig } from 'vitest/config'

const config: ViteUserConfig = defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    reporters: ['default', './test/support/tally-reporter.ts'],
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
})

export default config
