import { useTranslation } from 'react-i18next'
import { type Seen, SeenTable } from '../pieces/seen-table.tsx'
import { PathPart } from '../stepper/path-part.tsx'

const steps = ['without', 'tunnel', 'provider', 'exit', 'inside', 'limits'] as const

/** Who sees what with a VPN: your address, the site that you visit, and what you read there (over HTTPS). */
const seen = {
  wifi: { address: 'yes', site: 'no', content: 'no' },
  internetProvider: { address: 'yes', site: 'no', content: 'no' },
  vpn: { address: 'yes', site: 'yes', content: 'no' },
  site: { address: 'no', site: 'yes', content: 'yes' },
} as const satisfies Record<string, Seen>

/** The way of a request through a VPN, and who reads what on it. */
export function VpnPath() {
  const { t } = useTranslation()
  const texts = t(($) => $.parts.vpnPath, { returnObjects: true })
  const { stations, links } = texts
  return (
    <PathPart
      texts={texts}
      stations={[
        { label: stations.device, detail: '192.0.2.10', on: [1] },
        { label: stations.internetProvider, on: [1] },
        { label: stations.vpn, detail: '198.51.100.20' },
        { label: stations.site, on: [1] },
      ]}
      links={[
        { label: links.tunnel, isSealed: true, on: [2, 3] },
        { label: links.tunnel, isSealed: true, on: [2, 3] },
        { label: links.after, isSealed: false, on: [4, 5, 6] },
      ]}
      steps={steps.map((step) => ({ id: step, ...texts.steps[step] }))}
    >
      <SeenTable label={texts.table} viewers={texts.viewers} seen={seen} />
    </PathPart>
  )
}
