import type { Tree } from './setting-tree.ts';

const FORM = 'must be an address such as amqp://user:password@host:5672/vhost, or amqps:// for an encrypted connection';
const PORTS: Record<string, number> = { 'amqp:': 5672, 'amqps:': 5671 };

/**
 * The parts of an AMQP address (the AMQP URI scheme of RabbitMQ): user, password and virtual host are percent-encoded,
 * and no path at all is the virtual host `/`. Parameters after `?` are refused, since nothing would follow them.
 */
export function readBrokerAddress(text: string): Tree | string {
  if (!URL.canParse(text)) return FORM;
  const { protocol, hostname, port, username, password, pathname, search } = new URL(text);
  const usual = PORTS[protocol];
  if (usual === undefined || hostname === '') return FORM;
  if (search !== '') return `${FORM}; parameters after ? are not read`;
  try {
    return {
      'transport.connection.host': hostname.replace(/^\[(.*)\]$/, '$1'),
      'transport.connection.port': port === '' ? usual : Number(port),
      'transport.connection.tls': protocol === 'amqps:',
      'transport.connection.vhost': decodeURIComponent(pathname.slice(1)) || '/',
      ...(username === '' ? {} : { 'transport.connection.user': decodeURIComponent(username) }),
      ...(password === '' ? {} : { 'transport.connection.password': decodeURIComponent(password) }),
    };
  } catch {
    return FORM;
  }
}
