import { fileURLToPath } from 'node:url'
import { contentPages } from '@bollard/content/vite'
import { snippetFiles } from '@bollard/content/snippet-files'
import { siteDefaults } from '@bollard/site-kit/vite'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { collectionIn } from './app/article/collection.ts'
import routes from './app/routes.ts'

const defaults = siteDefaults('website')
const articles = contentPages(collectionIn(fileURLToPath(new URL('../..', import.meta.url)), routes))

const snippets = snippetFiles(fileURLToPath(new URL('../..', import.meta.url)))

export default defineConfig({
  ...defaults,
  plugins: [...defaults.plugins, articles, snippets, tailwindcss(), reactRouter()],
})
