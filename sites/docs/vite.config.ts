import { fileURLToPath } from 'node:url'
import { contentPages } from '@bollard/content/vite'
import { siteDefaults } from '@bollard/site-kit/vite'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { articleSections } from './app/pages/sections.ts'

const defaults = siteDefaults('docs')
const articles = contentPages({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  name: 'docs',
  sections: articleSections,
  // Pages of the reference, which follow from the contracts; the journey that opens every page opens their links, too.
  isOtherPage: (path) => /^\/(?:api|errors)(?:\/[\w.-]+)?$|^\/changelog$/u.test(path),
})

export default defineConfig({ ...defaults, plugins: [...defaults.plugins, articles, tailwindcss(), reactRouter()] })
