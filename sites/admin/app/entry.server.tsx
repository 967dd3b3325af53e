export {
  createLoadContext,
  createRequestHandler,
  default,
  handleError,
  streamTimeout,
} from '@bollard/site-kit/entry-server'
