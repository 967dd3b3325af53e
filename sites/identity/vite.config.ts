import { siteDefaults, textsInDevelopment } from '@bollard/site-kit/vite'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

export default defineConfig({ ...siteDefaults('identity'), plugins: [tailwindcss(), reactRouter(), textsInDevelopment('identity')] })
