import { siteDefaults } from '@bollard/site-kit/vite'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

const defaults = siteDefaults('dashboard')

export default defineConfig({
  ...defaults,
  plugins: [...defaults.plugins, tailwindcss(), reactRouter()],
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            // What many pages share travels in one file: a page gone to for the first time asks for few files, not for fifteen.
            codeSplitting: { groups: [{ name: 'shared', test: /sites\/dashboard\/app\//u, minShareCount: 5 }] },
          },
        },
      },
    },
  },
})
