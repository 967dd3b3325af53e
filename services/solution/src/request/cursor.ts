export { decodeCursor, encodeCursor } from '@bollard/http'
