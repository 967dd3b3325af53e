import { siteDefaults } from '@bollard/site-kit/vite'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

const defaults = siteDefaults('status')

export default defineConfig({ ...defaults, plugins: [...defaults.plugins, tailwindcss(), reactRouter()] })
