import { readFile } from 'node:fs/promises'
import { writeFileSync } from 'node:fs'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { build, type PluginOption } from 'vite'
import solid from 'vite-plugin-solid'
import { compileScript, parse } from 'vue/compiler-sfc'
import { example, pageFolder } from './pack.ts'
import { replaceAll } from '../build-client-pages.ts'

interface Page {
  /** Path of the example in `client/`. */
  readonly example: string
  /** Puts what `./example` exports into the page. */
  readonly start: string
  /** Names in `package.json`. */
  readonly with: readonly string[]
  readonly plugins?: PluginOption[]
  readonly alias?: Readonly<Record<string, string>>
}

const startReact = `import { createElement, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import * as example from 'EXAMPLE'
createRoot(document.querySelector('#app')).render(createElement(StrictMode, null, createElement(Object.values(example)[0])))`

/** Pages of an example each, by framework. */
export const pages: Readonly<Record<string, Page>> = {
  'react 19, react-hook-form': {
    with: ['react', 'react-hook-form'],
    example: 'react/examples/hook-form.tsx',
    start: startReact,
  },
  'react 18': {
    with: ['react-18'],
    example: 'react/examples/contact-form.tsx',
    start: startReact,
    alias: { 'react-dom': 'react-dom-18', react: 'react-18' },
  },
  'react 18, react-hook-form': {
    with: ['react-18', 'react-hook-form'],
    example: 'react/examples/hook-form.tsx',
    start: startReact,
    alias: { 'react-dom': 'react-dom-18', react: 'react-18' },
  },
  vue: {
    with: ['vue'],
    example: 'vue/examples/contact-form.vue',
    start: `import { createApp } from 'vue'
import ContactForm from 'EXAMPLE'
createApp(ContactForm).mount('#app')`,
    plugins: [
      {
        name: 'single-file-components',
        enforce: 'pre',
        async load(id) {
          if (!id.endsWith('.vue')) return undefined
          const { descriptor } = parse(await readFile(id, 'utf8'), { filename: id })
          return { code: compileScript(descriptor, { id, inlineTemplate: true }).content, moduleType: 'ts' }
        },
      },
    ],
  },
  angular: {
    with: ['@angular/core'],
    example: 'angular/examples/contact-form.ts',
    // The compiler links the partly compiled package in the browser here, as Angular's own build does beforehand.
    start: `import '@angular/compiler'
import { provideZonelessChangeDetection } from '@angular/core'
import { bootstrapApplication } from '@angular/platform-browser'
import { ContactForm } from 'EXAMPLE'
document.querySelector('#app').append(document.createElement('contact-form'))
bootstrapApplication(ContactForm, { providers: [provideZonelessChangeDetection()] })`,
  },
  svelte: {
    with: ['svelte'],
    example: 'svelte/examples/contact-form.svelte',
    start: `import { mount } from 'svelte'
import ContactForm from 'EXAMPLE'
mount(ContactForm, { target: document.querySelector('#app') })`,
    plugins: [svelte({ configFile: false })],
  },
  solid: {
    with: ['solid-js'],
    example: 'solid/examples/contact-form.tsx',
    start: `import { render } from 'solid-js/web'
import { ContactForm } from 'EXAMPLE'
render(() => ContactForm(), document.querySelector('#app'))`,
    plugins: [solid()],
  },
}

/** One of the pages in one script, built from the packages as they are published. */
export async function buildPage(name: string, replaced: Readonly<Record<string, string>>): Promise<string> {
  const { example: path, start, plugins = [], alias = {} } = pages[name] ?? { example: '', start: '' }
  const folder = pageFolder(name.replaceAll(/\W+/gu, '-'))
  const file = path.split('/').at(-1) ?? ''
  writeFileSync(`${folder}${file}`, replaceAll(example(path), replaced))
  writeFileSync(`${folder}start.js`, start.replace('EXAMPLE', `./${file}`))
  const built = await build({
    root: folder,
    configFile: false,
    logLevel: 'error',
    mode: 'development',
    plugins,
    oxc: { decorator: { legacy: true } },
    resolve: { alias },
    define: { 'process.env.NODE_ENV': '"development"' },
    build: {
      write: false,
      minify: false,
      target: 'es2022',
      rolldownOptions: { input: `${folder}start.js`, output: { entryFileNames: 'page.js', codeSplitting: false } },
    },
  })
  const [chunk] = (Array.isArray(built) ? built : [built]).flatMap((result) =>
    'output' in result ? result.output : [],
  )
  if (chunk?.type !== 'chunk') throw new Error(`${name} has no script`)
  return chunk.code
}
