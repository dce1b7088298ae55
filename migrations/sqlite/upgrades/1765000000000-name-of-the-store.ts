import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Identifies this store, so that a snapshot of the index is only used with the store that it was built from. */
export class NameOfTheStore1765000000000 implements MigrationInterface {
  readonly name = 'NameOfTheStore1765000000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE TABLE search_store (name TEXT NOT NULL)');
    await runner.query('INSERT INTO search_store (name) VALUES (hex(randomblob(16)))');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE search_store');
  }
}
