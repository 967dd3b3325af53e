import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const entries = ['index', 'express', 'fastify', 'hono', 'koa', 'next', 'react-router', 'request']

/** `dist`, with everything that the package needs of Bollard's own in it, so that it depends on nothing. */
export async function buildPackage(outDir = here('dist')): Promise<void> {
  await build({
    configFile: false,
    root: here('.'),
    publicDir: false,
    logLevel: 'warn',
    // Without it, what Node has is replaced by stand-ins for browsers.
    ssr: { noExternal: true },
    build: {
      ssr: true,
      outDir,
      emptyOutDir: false,
      target: 'node20',
      minify: false,
      rollupOptions: {
        input: Object.fromEntries(entries.map((entry) => [entry, here(`src/${entry}.ts`)])),
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'shared/[name].js' },
      },
    },
  })
}

if (import.meta.main) await buildPackage()
