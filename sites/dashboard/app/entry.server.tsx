export { createLoadContext, default, handleError, streamTimeout } from '@bollard/site-kit/entry-server'
