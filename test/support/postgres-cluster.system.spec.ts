import { CLUSTER_MISSING, PostgresCluster } from './postgres-cluster.js';
import { describeUnless } from './lacking.js';

describeUnless(CLUSTER_MISSING, 'a cluster of PostgreSQL servers', () => {
  it('has a standby that follows, refuses writes, and recovers after both were killed', async () => {
    const cluster = await PostgresCluster.start();
    try {
      const { primary, standby } = cluster;
      await primary.query('CREATE TABLE notes (n integer)');
      await primary.query('INSERT INTO notes VALUES (1)');
      await cluster.replayed();
      expect(await standby.query('SELECT n FROM notes')).toEqual([{ n: 1 }]);
      await expect(standby.query('INSERT INTO notes VALUES (2)')).rejects.toThrow('read-only');
      await standby.kill();
      expect(standby.isRunning).toBe(false);
      await primary.query('INSERT INTO notes VALUES (3)');
      await primary.kill();
      await primary.start();
      await standby.start();
      await cluster.replayed();
      expect(await standby.query('SELECT n FROM notes ORDER BY n')).toEqual([{ n: 1 }, { n: 3 }]);
    } finally {
      await cluster.close();
    }
  });
});
