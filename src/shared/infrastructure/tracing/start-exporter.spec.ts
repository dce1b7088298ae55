import { ConfigurationError } from '../../../config/environment.js';
import { startExporter } from './start-exporter.js';

describe('the collector of traces', () => {
  it.each(['http://169.254.169.254/', 'http://2852039166:4318', 'http://metadata.google.internal/v1'])(
    'is not %s: a link-local address or a metadata service stops the start',
    (endpoint) =>
      expect(() => startExporter(endpoint, 'touchstone', { protocol: 'http/protobuf', headers: undefined })).toThrow(
        ConfigurationError,
      ),
  );
});
