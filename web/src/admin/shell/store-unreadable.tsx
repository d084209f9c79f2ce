/** Shown instead of the back office if the device's store cannot be read. */
export function StoreUnreadable({ reason }: { reason: string }) {
  return (
    <>
      <header className="top">
        <p className="top-title">Administrador</p>
      </header>
      <main>
        <div className="empty" role="alert">
          <h1>No pudimos abrir el administrador</h1>
          <p>{reason}</p>
          <p>
            <button className="button" type="button" onClick={() => location.reload()}>
              Probar de nuevo
            </button>
          </p>
        </div>
      </main>
    </>
  );
}
