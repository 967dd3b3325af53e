import { fileURLToPath } from 'node:url'
import { snippetFiles } from '@bollard/content/snippet-files'
import { siteDefaults } from '@bollard/site-kit/vite'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

const defaults = siteDefaults('website')

const snippets = snippetFiles(fileURLToPath(new URL('../..', import.meta.url)))

export default defineConfig({ ...defaults, plugins: [...defaults.plugins, snippets, tailwindcss(), reactRouter()] })
