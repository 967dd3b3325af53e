import { fileURLToPath } from 'node:url'
import { siteDefaults } from '@bollard/site-kit/vite'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { measureCoverage } from './app/content/measure-coverage.ts'

const defaults = siteDefaults('admin')
const coverage = measureCoverage(fileURLToPath(new URL('../..', import.meta.url)))

export default defineConfig({
  ...defaults,
  define: { ...defaults.define, 'import.meta.env.COVERAGE': JSON.stringify(JSON.stringify(coverage)) },
  plugins: [...defaults.plugins, tailwindcss(), reactRouter()],
})
