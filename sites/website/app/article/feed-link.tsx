import { useSite } from '@bollard/site-kit'
import { useTranslation } from 'react-i18next'

/** Leads to the feed of new articles; programs find it in the head. */
export function FeedLink() {
  const { t } = useTranslation()
  const { language } = useSite()
  const feed = `/${language}/articles.xml`
  return (
    <p className="mt-8 text-sm">
      <link rel="alternate" type="application/rss+xml" title={t(($) => $.article.feed.title)} href={feed} />
      <a className="text-link inline-flex items-center touch:min-h-11" href={feed}>
        {t(($) => $.article.feed.subscribe)}
      </a>
    </p>
  )
}
