/** The site of status pages in a process of its own, with a page for each number of components that is named. */
import { startStatusSite } from '../../server/testing/status-pages/start-status-site.ts'
import { examplePage, exampleReport } from '../../sites/status/app/examples/example-page.ts'

const site = await startStatusSite()
for (const components of process.argv.slice(2).map(Number)) {
  const slug = `shop-${components}`
  site.answers.pages[slug] = examplePage({ components, page: { slug }, content: { reports: [exampleReport] } })
}
process.on('message', () => {
  const { user, system } = process.cpuUsage()
  process.send?.({ cpuMicroseconds: user + system })
})
// It ends with who has started it, however that ended.
process.once('disconnect', () => process.exit(0))
process.send?.({ url: site.url })
