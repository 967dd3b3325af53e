import type { Site } from '@bollard/contracts'
import { useFormats, useSite } from '@bollard/site-kit'
import { Alert, ButtonLink, classNames, Icon, ScorePosts } from '@bollard/ui'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { leftToRight } from '../../words/left-to-right.ts'
import { Hint } from './hint.tsx'
import { useIntegration } from './use-integration.ts'

/** Two lamps that turn on by themselves: the widget was used, and the customer's server asked. */
export function Lights({ site, base }: { site: Site; base: string }) {
  const { t } = useTranslation()
  const { urls } = useSite()
  const formats = useFormats()
  const { verifiedAt, fetchedAt, score } = useIntegration(site)
  const domains = site.domains.map(leftToRight).join(', ')
  return (
    <div className="grid gap-4">
      <div className="grid gap-4 md:grid-cols-2" aria-live="polite">
        <Light
          title={t(($) => $.setUp.lightWidget)}
          isOn={verifiedAt !== null}
          state={
            verifiedAt === null
              ? t(($) => $.setUp.lightWidgetWaiting)
              : t(($) => $.setUp.lightWidgetOn, { time: formats.moment(verifiedAt) })
          }
          isWaiting={verifiedAt === null}
        >
          {score === null ? null : (
            <ScorePosts
              score={score}
              label={t(($) => $.elements.score, { score: formats.score(score) })}
              formatted={t(($) => $.setUp.score, { score: formats.score(score) })}
            />
          )}
        </Light>
        <Light
          title={t(($) => $.setUp.lightServer)}
          isOn={fetchedAt !== null}
          state={
            fetchedAt !== null
              ? t(($) => $.setUp.lightServerOn, { time: formats.moment(fetchedAt) })
              : verifiedAt === null
                ? t(($) => $.setUp.lightServerNotYet)
                : t(($) => $.setUp.lightServerWaiting)
          }
          isWaiting={verifiedAt !== null && fetchedAt === null}
        />
      </div>
      {verifiedAt === null ? (
        <Hint
          key="widget"
          title={t(($) => $.setUp.hintWidget)}
          points={[
            t(($) => $.setUp.hintWidget1, { domains }),
            t(($) => $.setUp.hintWidget2, { siteKey: site.siteKey }),
            t(($) => $.setUp.hintWidget3),
          ]}
        />
      ) : fetchedAt === null ? (
        <Hint
          key="server"
          title={t(($) => $.setUp.hintServer)}
          points={[
            t(($) => $.setUp.hintServer1),
            ...(site.secretKey ? [t(($) => $.setUp.hintServer2, { last4: site.secretKey.last4 })] : []),
            t(($) => $.setUp.hintServer3, { origin: urls.api }),
          ]}
        />
      ) : (
        <Alert kind="success" title={t(($) => $.setUp.doneTitle)}>
          {t(($) => $.setUp.done)}
        </Alert>
      )}
      <div className="flex flex-wrap gap-3">
        <ButtonLink asChild variant={fetchedAt === null ? 'line' : 'primary'}>
          <Link to={`${base}/overview`}>
            {fetchedAt === null ? t(($) => $.setUp.skip) : t(($) => $.setUp.toOverview)}
          </Link>
        </ButtonLink>
        {fetchedAt === null ? (
          <ButtonLink href={`${base}/set-up#listen`} className="js:hidden">
            <Icon name="refresh" />
            {t(($) => $.setUp.checkAgain)}
          </ButtonLink>
        ) : null}
      </div>
    </div>
  )
}

interface LightProps {
  title: string
  /** What has happened or is awaited, in words. */
  state: string
  isOn: boolean
  isWaiting: boolean
  children?: ReactNode
}

/** A lamp that says whether something has happened. */
export function Light({ title, state, isOn, isWaiting, children }: LightProps) {
  return (
    <div
      className={classNames(
        'flex min-h-[6.75rem] items-start gap-4 rounded-lg border p-5 transition-colors duration-300',
        isOn ? 'border-human/30 bg-human-wash' : 'border-line bg-surface',
      )}
    >
      <span aria-hidden="true" className="inline-flex h-9 shrink-0 items-end gap-1">
        {[24, 36, 24].map((height, post) => (
          <span
            key={post}
            className={classNames(
              'w-2 rounded-post transition-colors duration-300',
              isOn ? 'bg-human' : 'bg-line-strong',
              isWaiting && 'animate-wait',
            )}
            style={{ height, animationDelay: `${post * 200}ms` }}
          />
        ))}
      </span>
      <div className="grid gap-1">
        <h3 className="font-sans text-base font-[580] tracking-normal">{title}</h3>
        <p className={classNames('text-sm', isOn ? 'text-ink' : 'text-ink-2')}>{state}</p>
        {children}
      </div>
    </div>
  )
}
