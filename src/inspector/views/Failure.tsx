import styles from './Workbench.module.css';

/** Shown instead of the workbench if it cannot go on. The address may be what it fails at, so it starts again without one. */
export function Failure({ error }: { error: unknown }) {
  return (
    <main className={styles.failure}>
      <div role="alert">
        <h1>The workbench cannot go on</h1>
        <p>{error instanceof Error ? error.message : String(error)}</p>
      </div>
      <button type="button" onClick={() => location.replace(location.pathname)}>
        Start again
      </button>
    </main>
  );
}
