import { SettableRights } from '../../../../test/support/fake-rights.js';
import { ANONYMOUS_ID } from '../../../access/domain/caller.js';
import { Environment } from '../../../config/environment.js';
import { restrictedTo } from '../../../shared/domain/category-filter.js';
import { AccessOwnerDirectory } from './access-owner-directory.js';

function directory(host = '127.0.0.1') {
  const rights = new SettableRights();
  const environment = Object.assign(Object.create(Environment.prototype) as Environment, { HOST: host });
  return { rights, owners: new AccessOwnerDirectory(rights, environment) };
}

describe('the owner that may give the address of a target', () => {
  it('is an administrator without categories, looked up again each time', async () => {
    const { rights, owners } = directory('0.0.0.0');
    const may = async () => (await owners.rightsOf('key_1')).mayNameAddresses;
    expect(await may()).toBe(true);
    rights.filter = restrictedTo([['Study']]);
    expect(await may()).toBe(false);
    // A key with an empty list of categories is limited, too.
    rights.filter = restrictedTo([]);
    expect(await may()).toBe(false);
    rights.filter = { kind: 'unrestricted' };
    rights.lost.add('admin');
    expect(await may()).toBe(false);
    rights.lost.clear();
    rights.ended.add('key_1');
    expect(await may()).toBe(false);
  });

  it.each([
    ['127.0.0.1', true],
    ['0.0.0.0', false],
  ])('is everyone of a server without keys on loopback: %s, %s', async (host, may) => {
    expect((await directory(host).owners.rightsOf(ANONYMOUS_ID)).mayNameAddresses).toBe(may);
  });
});
