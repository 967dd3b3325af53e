import { useTranslation } from 'react-i18next'
import { type Seen, SeenTable } from '../pieces/seen-table.tsx'
import { PathPart } from '../stepper/path-part.tsx'

const steps = ['ask', 'forward', 'https', 'reverse', 'header', 'bots'] as const

/** Who sees what where both proxies are in use: the site's own proxy ends the encryption, the visitor's doesn't. */
const seen = {
  network: { address: 'yes', site: 'no', content: 'no' },
  forward: { address: 'yes', site: 'yes', content: 'no' },
  reverse: { address: 'no', site: 'yes', content: 'yes' },
  server: { address: 'no', site: 'yes', content: 'yes' },
} as const satisfies Record<string, Seen>

/** The way of a request through a proxy of the visitor and one of the site. */
export function ProxyPath() {
  const { t } = useTranslation()
  const texts = t(($) => $.parts.proxyPath, { returnObjects: true })
  const { stations, links } = texts
  return (
    <PathPart
      texts={texts}
      stations={[
        { label: stations.browser, detail: '192.0.2.10' },
        { label: stations.forward, detail: '198.51.100.20' },
        { label: stations.reverse, detail: '203.0.113.5' },
        { label: stations.server, detail: '10.0.0.8' },
      ]}
      links={[
        { label: links.toForward, isSealed: true, on: [1, 2, 3] },
        { label: links.toReverse, isSealed: true, on: [2, 3, 6] },
        { label: links.toServer, isSealed: false, on: [4, 5] },
      ]}
      steps={steps.map((step) => ({ id: step, ...texts.steps[step] }))}
    >
      <SeenTable label={texts.table} viewers={texts.viewers} seen={seen} />
    </PathPart>
  )
}
