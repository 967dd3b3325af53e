import { Moment, useFormats, useSite } from '@bollard/site-kit'
import { apiOf, load, requireId } from '@bollard/site-kit/server'
import {
  Alert,
  Button,
  ButtonLink,
  CodeBlock,
  CopyField,
  Icon,
  SegmentedControl,
  SegmentedItem,
  TextField,
} from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Form, Link } from 'react-router'
import { Page, PageTitle } from '../../frame/page.tsx'
import { useNewSecret } from '../../solution/secret-key/new-secret.ts'
import { highlight } from '../../solution/set-up/highlight.ts'
import { Light } from '../../solution/set-up/lights.tsx'
import { Step } from '../../solution/set-up/step.tsx'
import { useCopyTexts } from '../../words/use-copy-texts.ts'
import { useProtection } from '../use-protection.ts'
import { gatewayFile, hostIn, originIn } from './gateway-file.ts'
import { type DecideLanguage, decideLanguages, decideSnippet, needsPackage } from './snippets.ts'
import { useFirstRequest } from './use-first-request.ts'
import type { Route } from './+types/start.ts'

/** What is typed of the gateway stands in the address: it is no secret, and a reload keeps it. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const solutionId = requireId(context, request, params.solutionId)
  const search = new URL(request.url).searchParams
  const api = apiOf(context, request)
  const [site, decisions, { totals }] = await Promise.all([
    load(context, request, api.getSite({ solutionId })),
    load(context, request, api.listDecisions({ solutionId, period: '30d', limit: 1 })),
    // Single decisions that allow may be a sample; counts are of every request.
    load(context, request, api.getProtectionStatistics({ solutionId, period: '30d' })),
  ])
  const typed = {
    address: search.get('address')?.slice(0, 2_000) ?? '',
    upstream: search.get('upstream')?.slice(0, 2_000) ?? '',
  }
  const way = search.get('way') === 'gateway' ? ('gateway' as const) : ('code' as const)
  return {
    way,
    language: decideLanguages.find((one) => one === search.get('language')) ?? decideLanguages[0],
    siteKey: site.siteKey,
    last4: site.secretKey?.last4 ?? null,
    first: decisions.items[0] ?? null,
    requests: totals.requests,
    typed,
  }
}

export default function Start({ loaderData }: Route.ComponentProps) {
  const { way, language, siteKey, last4, first, requests, typed } = loaderData
  const { t } = useTranslation()
  const { crumb, base, home, solution } = useProtection()
  const { shown } = useNewSecret()
  const texts = useCopyTexts()
  const words = t(($) => $.protection.start, { returnObjects: true })
  const formats = useFormats()
  const isSeen = first !== null || requests > 0
  useFirstRequest(isSeen)
  return (
    <Page title={words.title} crumbs={[crumb]}>
      <PageTitle title={words.title} subtitle={words.about} />
      <div className="grid max-w-[58rem] grid-cols-[minmax(0,1fr)] gap-4">
        <ol className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <Step id="key" number={1} title={words.key} text={words.keyText}>
            {shown?.secretKey ? (
              <>
                <CopyField label={t(($) => $.setUp.secretKey)} value={shown.secretKey} texts={texts} />
                <Alert kind="warning">{t(($) => $.setUp.secretOnce)}</Alert>
              </>
            ) : (
              <p className="text-sm text-ink-2">
                {last4 === null ? words.noKey : t(($) => $.protection.start.hasKey, { last4 })}{' '}
                {solution.myRole === 'ADMIN' ? (
                  <Link to={`${home}/set-up#keys`} className="text-link">
                    {words.toKeys}
                  </Link>
                ) : null}
              </p>
            )}
          </Step>
          <Step id="connect" number={2} title={words.connect} text={words.connectText}>
            <Choice label={words.connect} name="way" of={['code', 'gateway']} chosen={way} words={words} />
            {way === 'code' ? <Code language={language} /> : <Gateway siteKey={siteKey} typed={typed} />}
          </Step>
        </ol>
        <section id="listen" aria-labelledby="listen-title" aria-live="polite" className="grid scroll-mt-20 gap-4 pt-4">
          <h2 id="listen-title" className="text-lg">
            {t(($) => $.setUp.listen)}
          </h2>
          <Light
            title={requests > 1 ? words.newest : words.first}
            isOn={isSeen}
            isWaiting={!isSeen}
            state={
              isSeen
                ? t(($) => $.protection.start.counted, { count: requests, shown: formats.whole(requests) })
                : words.waiting
            }
          >
            {first === null ? null : (
              <p className="min-w-0 text-sm [overflow-wrap:anywhere]">
                <code>
                  {first.method} {first.host}
                  {first.path}
                </code>{' '}
                · {t(($) => $.protection.became[first.conclusion])} · <Moment at={first.at} />
              </p>
            )}
          </Light>
          <div className="flex flex-wrap gap-3">
            <ButtonLink asChild variant={isSeen ? 'primary' : 'line'}>
              <Link to={`${base}/limiters`}>{words.toLimiters}</Link>
            </ButtonLink>
            {!isSeen ? (
              <ButtonLink href={`${base}/start#listen`} className="js:hidden">
                <Icon name="refresh" />
                {t(($) => $.setUp.checkAgain)}
              </ButtonLink>
            ) : null}
          </div>
        </section>
      </div>
    </Page>
  )
}

/** One of several, each with an address of its own. */
function Choice<Value extends string>({
  label,
  name,
  of,
  chosen,
  words,
}: {
  label: string
  name: string
  of: readonly Value[]
  chosen: Value
  words: Readonly<Record<Value, string>>
}) {
  return (
    <SegmentedControl label={label} className="max-w-full overflow-x-auto justify-self-start">
      {of.map((one) => (
        <SegmentedItem key={one} asChild current={one === chosen}>
          <Link to={`?${name}=${one}`} preventScrollReset>
            {words[one]}
          </Link>
        </SegmentedItem>
      ))}
    </SegmentedControl>
  )
}

function Code({ language }: { language: DecideLanguage }) {
  const { t } = useTranslation()
  const { urls } = useSite()
  const texts = useCopyTexts()
  const words = t(($) => $.protection.start, { returnObjects: true })
  const code = decideSnippet(language, urls.api)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Choice label={words.code} name="language" of={decideLanguages} chosen={language} words={words.languages} />
      {language === 'curl' ? null : (
        <p className="text-sm text-ink-2">{needsPackage(language) ? words.packageText : words.codeText}</p>
      )}
      <CodeBlock code={code} html={highlight(code)} title={words.languages[language]} texts={texts} />
    </div>
  )
}

function Gateway({ siteKey, typed }: { siteKey: string; typed: { address: string; upstream: string } }) {
  const { t } = useTranslation()
  const { urls } = useSite()
  const texts = useCopyTexts()
  const words = t(($) => $.protection.start, { returnObjects: true })
  const host = hostIn(typed.address)
  const upstream = originIn(typed.upstream)
  const isTyped = typed.address !== '' || typed.upstream !== ''
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <p className="text-sm text-ink-2">{words.gatewayText}</p>
      <Form method="get" action="#connect" preventScrollReset className="grid items-start gap-4 sm:grid-cols-2">
        <input type="hidden" name="way" value="gateway" />
        <TextField
          label={words.address}
          name="address"
          inputMode="url"
          autoComplete="off"
          placeholder="https://shop.example.org"
          defaultValue={typed.address}
          error={isTyped && host === null ? words.noAddress : undefined}
        />
        <TextField
          label={words.upstream}
          hint={words.upstreamHint}
          name="upstream"
          inputMode="url"
          autoComplete="off"
          placeholder="http://127.0.0.1:8080"
          defaultValue={typed.upstream}
          error={isTyped && upstream === null ? words.noAddress : undefined}
        />
        <Button type="submit" className="justify-self-start">
          {words.makeFile}
        </Button>
      </Form>
      {host === null || upstream === null ? null : (
        <CodeBlock code={gatewayFile({ host, upstream, api: urls.api, siteKey })} title="gateway.yaml" texts={texts} />
      )}
    </div>
  )
}
