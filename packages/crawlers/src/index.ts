export { type Catalogue, catalogue } from './catalogue/catalogue.ts'
export type { Crawler, Proof } from './catalogue/crawler.ts'
export { type Purpose, purposes } from './purpose/purposes.ts'
export {
  actionFor,
  type CrawlerAction,
  type CrawlerDecision,
  type CrawlerPolicy,
  decideCrawler,
  usualPolicy,
} from './policy/crawler-policy.ts'
export {
  createIdentify,
  type CrawlerVerdict,
  type CrawlerVisit,
  type Identified,
  type Identify,
  type ProofKind,
} from './proof/identify.ts'
export {
  compileRanges,
  type PublishedRanges,
  type RangeLookup,
  RangesFault,
  readRanges,
  shippedRanges,
} from './proof/published-ranges.ts'
export { type RangeSource, rangeSources } from './proof/range-sources.ts'
export { createReverseNames, type NameService, type ReverseNames } from './proof/reverse-names.ts'
export { isAllowed, readRobots, type Robots } from './robots/read-robots.ts'
export { type RobotsConflict, RobotsFault, type RobotsText, robotsText } from './robots/robots-text.ts'
export {
  createTrapBook,
  readTrapPath,
  type TrapBook,
  type TrapFinding,
  trapFolder,
  trapLink,
  trapPath,
} from './trap/trap-links.ts'
