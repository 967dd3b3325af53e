import type { Role, Site } from '@bollard/contracts'
import { useSite } from '@bollard/site-kit'
import { Alert, CodeBlock, CopyField } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { ReplaceKeyButton } from '../secret-key/replace-key-button.tsx'
import { useCopyTexts } from '../../words/use-copy-texts.ts'
import { leftToRight } from '../../words/left-to-right.ts'
import { highlight } from './highlight.ts'
import { Lights } from './lights.tsx'
import { ServerSnippets } from './server-snippets.tsx'
import { widgetSnippet } from './snippets.ts'
import { Step } from './step.tsx'

export interface SetUpStepsProps {
  site: Site
  role: Role
  /** Address below which the pages of the solution lie. */
  base: string
  /** Only right after it was made. */
  secretKey: string | null
}

/** From two keys to a protected form: take the keys, put in the widget, check on the server, and see it work. */
export function SetUpSteps({ site, role, base, secretKey }: SetUpStepsProps) {
  const { t } = useTranslation()
  const { urls } = useSite()
  const texts = useCopyTexts()
  const html = widgetSnippet({ api: urls.api, siteKey: site.siteKey, noscript: t(($) => $.setUp.noscript) })
  return (
    <div className="grid max-w-[58rem] gap-4">
      <ol className="grid gap-4">
        <Step id="keys" number={1} title={t(($) => $.setUp.keys)} text={t(($) => $.setUp.keysText)}>
          <CopyField label={t(($) => $.setUp.siteKey)} value={site.siteKey} texts={texts} />
          {secretKey === null ? (
            <KnownSecret site={site} role={role} base={base} />
          ) : (
            <>
              <CopyField label={t(($) => $.setUp.secretKey)} value={secretKey} texts={texts} />
              <Alert kind="warning">{t(($) => $.setUp.secretOnce)}</Alert>
            </>
          )}
        </Step>
        <Step id="widget" number={2} title={t(($) => $.setUp.widget)} text={t(($) => $.setUp.widgetText)}>
          <CodeBlock code={html} html={highlight(html)} title={t(($) => $.setUp.html)} texts={texts} />
          <p className="text-sm text-ink-2 [overflow-wrap:anywhere]">
            {t(($) => $.setUp.widgetAllowed, { domains: site.domains.map(leftToRight).join(', ') })}{' '}
            {t(($) => $.setUp.csp, { origin: urls.api })}
          </p>
        </Step>
        <Step id="server" number={3} title={t(($) => $.setUp.server)} text={t(($) => $.setUp.serverText)}>
          <p className="text-sm text-ink-2">{t(($) => $.setUp.serverSecret)}</p>
          <ServerSnippets api={urls.api} />
        </Step>
      </ol>
      <section id="listen" aria-labelledby="listen-title" className="scroll-mt-20 pt-4">
        <h2 id="listen-title" className="text-lg">
          {t(($) => $.setUp.listen)}
        </h2>
        <p className="mb-4 text-ink-2">{t(($) => $.setUp.listenText)}</p>
        <Lights site={site} base={base} />
      </section>
    </div>
  )
}

function KnownSecret({ site, role, base }: { site: Site; role: Role; base: string }) {
  const { t } = useTranslation()
  const known = site.secretKey
  const words = { last4: known?.last4 ?? '' }
  const isAdmin = role === 'ADMIN'
  return (
    <div className="grid gap-1.5">
      <span className="text-sm font-[520]">{t(($) => $.setUp.secretKey)}</span>
      <p className="max-w-[44rem] text-sm text-ink-2">
        {known === null
          ? t(($) => (isAdmin ? $.setUp.secretNone : $.setUp.secretNoneViewer))
          : t(($) => (isAdmin ? $.setUp.secretHidden : $.setUp.secretHiddenViewer), words)}
      </p>
      {isAdmin ? (
        <span className="mt-1">
          <ReplaceKeyButton
            secretKey={known}
            address={`${base}/secret-key`}
            label={known === null ? t(($) => $.secretKey.create) : t(($) => $.setUp.replace)}
          />
        </span>
      ) : null}
    </div>
  )
}
