import { type TestKind, testKinds } from '@bollard/contracts'
import { ModuleScript, useSite } from '@bollard/site-kit'
import { Alert, Button, Pill } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import island from '../islands/try-call.ts?worker&url'
import type { TestCallResult } from './test-call-result.ts'

/** A form that makes the call with a test key, from the server of this site. With script the answer comes without a reload. */
export function TryIt({ result }: { result: TestCallResult | null }) {
  const { t } = useTranslation()
  const { language } = useSite()
  const chosen: TestKind = result?.kind ?? 'PASSES'
  return (
    <try-call
      lang={language}
      data-no-print
      data-running={t(($) => $.reference.try.running)}
      data-failed={t(($) => $.reference.try.failed)}
    >
      <p className="mb-3 max-w-[44rem]">{t(($) => $.reference.try.text)}</p>
      <form method="post" action="#try" className="grid gap-4">
        <fieldset>
          <legend className="mb-1.5 text-sm font-[560]">{t(($) => $.reference.try.key)}</legend>
          <div className="grid gap-x-6 sm:grid-cols-2">
            {testKinds.map((kind) => (
              <label key={kind} className="flex min-h-9 items-center gap-2.5 text-sm touch:min-h-11">
                <input
                  type="radio"
                  name="kind"
                  value={kind}
                  defaultChecked={kind === chosen}
                  autoComplete="off"
                  className="size-4 accent-[var(--ink)]"
                />
                {t(($) => $.reference.try.kinds[kind])}
              </label>
            ))}
          </div>
        </fieldset>
        <div>
          <Button type="submit" variant="ink">
            {t(($) => $.reference.try.send)}
          </Button>
        </div>
      </form>
      <div data-result="" aria-live="polite" className="mt-4">
        {result === null ? null : <Result result={result} />}
      </div>
      <ModuleScript src={island} />
    </try-call>
  )
}

function Result({ result }: { result: TestCallResult }) {
  const { t } = useTranslation()
  const { urls } = useSite()
  if ('fault' in result)
    return (
      <Alert kind="warning" title={t(($) => $.reference.try.faults[result.fault].title)}>
        {t(($) => $.reference.try.faults[result.fault].text, { api: urls.api })}
      </Alert>
    )
  return (
    <div className="grid gap-3">
      <p className="flex flex-wrap items-center gap-2 text-sm">
        <Pill meaning={result.status < 400 ? 'human' : 'doubt'}>
          {t(($) => $.reference.try.status, { status: result.status })}
        </Pill>
        <span className="text-ink-2">{t(($) => $.reference.try.time, { ms: result.ms })}</span>
      </p>
      <Text
        title={t(($) => $.reference.try.request)}
        text={[result.request, result.sent].filter((part) => part !== '').join('\n')}
      />
      <Text title={t(($) => $.reference.try.headers)} text={result.headers.join('\n')} />
      {result.body === '' ? null : <Text title={t(($) => $.reference.try.body)} text={result.body} />}
    </div>
  )
}

function Text({ title, text }: { title: string; text: string }) {
  return (
    <figure lang="en" className="overflow-hidden rounded-lg bg-code-ground text-code-ink">
      <figcaption className="border-b border-code-line px-4 py-2 text-sm text-code-muted">{title}</figcaption>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard */}
      <pre tabIndex={0} className="overflow-auto px-4 py-3 font-mono text-[.84rem] leading-[1.7]">
        {text}
      </pre>
    </figure>
  )
}
