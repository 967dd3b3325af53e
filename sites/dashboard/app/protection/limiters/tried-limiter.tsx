import type { LimiterWhatIf } from '@bollard/contracts'
import { useFormats } from '@bollard/site-kit'
import { Alert, Card, CardHeader, Cell, HeadCell, Row, Table } from '@bollard/ui'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'

/** What a limiter would have done to stored requests. Takes the focus when it comes, as it answers a button. */
export function TriedLimiter({ tried }: { tried: LimiterWhatIf | null }) {
  const { t } = useTranslation()
  const words = t(($) => $.protection.tried, { returnObjects: true })
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (tried !== null) panel.current?.focus()
  }, [tried])
  return (
    <Card className="min-w-0 sm:p-6 xl:sticky xl:top-4">
      <div ref={panel} tabIndex={-1} className="-m-2 grid min-w-0 gap-4 rounded-md p-2">
        <CardHeader title={words.title} className="!mb-0" />
        {tried === null ? <p className="text-sm text-ink-2">{words.about}</p> : <Answer tried={tried} />}
      </div>
    </Card>
  )
}

function Answer({ tried }: { tried: LimiterWhatIf }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const words = t(($) => $.protection.tried, { returnObjects: true })
  const { replayed, share, hits, people, top, unknownParts } = tried
  const range = { from: formats.moment(tried.from), to: formats.moment(tried.to) }
  if (unknownParts.length > 0)
    return (
      <Alert kind="info" title={words.unknown}>
        {unknownParts.join(', ')}
      </Alert>
    )
  return (
    <>
      <p className="text-sm text-ink-2">
        {t(($) => $.protection.tried.range, { ...range, count: replayed, shown: formats.whole(replayed) })}
        {share < 1 ? ` ${t(($) => $.protection.tried.share, { share: formats.share(share) })}` : ''}
      </p>
      {replayed === 0 ? null : (
        <Table label={words.title}>
          <thead>
            <tr>
              <HeadCell>{words.conclusion}</HeadCell>
              <HeadCell align="end">{words.requests}</HeadCell>
              <HeadCell align="end">{words.keys}</HeadCell>
            </tr>
          </thead>
          <tbody>
            {hits.map(({ conclusion, requests, keys }) => (
              <Row key={conclusion}>
                <Cell className="!whitespace-normal">{t(($) => $.protection.conclusions[conclusion])}</Cell>
                <Cell align="end">{formats.whole(requests)}</Cell>
                <Cell align="end">{formats.whole(keys)}</Cell>
              </Row>
            ))}
          </tbody>
        </Table>
      )}
      {people === 0 ? null : (
        <Alert kind="warning">
          {t(($) => $.protection.tried.people, { count: people, shown: formats.whole(people) })}
        </Alert>
      )}
      {top.length === 0 ? null : (
        <div className="grid gap-1.5">
          <h3 className="font-sans text-sm font-[560] tracking-normal">{words.top}</h3>
          <ul className="grid gap-1 text-sm">
            {top.map(({ key, requests, paths }) => (
              <li key={key} className="[overflow-wrap:anywhere]">
                <code className="text-xs">{key}</code> · {formats.whole(requests)}
                <span className="block text-xs text-ink-2">
                  <bdi>{paths.join(', ')}</bdi>
                </span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  )
}
