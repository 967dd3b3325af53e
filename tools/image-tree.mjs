/**
 * `npm run image-tree -- <folder>`: writes into an empty folder what a container image holds, and what an installation without npm needs:
 * the server, the built sites, production packages, Node and PostgreSQL of this platform. Start it there with `bin/bollard`.
 */
import { build, install, projectNode, run } from './prepare.mjs'

try {
  const folder = process.argv[2]
  if (folder === undefined) throw new Error('Name the folder to write into: npm run image-tree -- <folder>')
  await install()
  await build()
  await run(projectNode(), ['tools/write-image-tree.ts', folder])
} catch (error) {
  console.error(error.message)
  process.exit(1)
}
